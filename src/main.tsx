import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { loadFontsAfterPaint } from './app/load-fonts';
import { reloadOnceWhenStale } from './app/stale-build';
import { startSession } from './features/session/session-store';
import { getEnv } from './lib/env';
import { installGlobalErrorHandlers } from './lib/error-reporting';

reloadOnceWhenStale();
installGlobalErrorHandlers();
getEnv();
startSession();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
loadFontsAfterPaint();
