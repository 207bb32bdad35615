/** Demo data is refused in production, so this password opens no real installation. */
export const DEMO_PASSWORD = 'Zhiping-Demo-2026';
