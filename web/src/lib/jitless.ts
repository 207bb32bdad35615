import { config } from 'zod';

// Zod would otherwise try `new Function`, which the content security policy forbids and reports.
config({ jitless: true });
