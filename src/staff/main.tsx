import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { App } from '@/app/app';
import { awaitTranslation } from '@/app/await-translation';
import { prepareStart } from '@/app/start';
import { endFirstView } from '@/boot/protocol';
import { watchLongTasks } from '@/lib/long-tasks';
import { loadBeforePrint } from '@/lib/print';
import { startSession } from '@/features/session/session-store';
import '@brand/faces/latin.css';
import { createStaffRouter } from './routes';

watchLongTasks();
loadBeforePrint();
awaitTranslation();
void start(prepareStart());

async function start(container: HTMLElement) {
  // Set by the script of admin.html; the staff area has no deferred styles.
  endFirstView();
  // Removes the tokens of a mailed link from the URL before the router reads it.
  await startSession();
  createRoot(container).render(
    <StrictMode>
      <App>
        <RouterProvider router={createStaffRouter()} />
      </App>
    </StrictMode>,
  );
}
