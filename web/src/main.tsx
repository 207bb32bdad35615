import './lib/jitless.ts';
import './app/load-signed-in.ts';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { reloadOnMissingChunks } from './app/missing-chunks.ts';

reloadOnMissingChunks();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
