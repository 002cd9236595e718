export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --surface: #fbf7f0; --raised: #ffffff; --sunken: #f3ecdf; --ink: #17203a; --muted: #565d72;
  --line: #e3d9c8; --line-strong: #857c6a; --accent: #e4572e; --accent-text: #b03812;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #0c1128; --raised: #151b38; --sunken: #090d20; --ink: #edeff7; --muted: #a9b0ca;
    --line: #2a3258; --line-strong: #7681ad; --accent: #ff8a5c; --accent-text: #ff8a5c;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr;
  background: var(--surface); color: var(--ink);
  font: 1rem/1.5 'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Arial, sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
ul { list-style: none; }
h1, h2 { font-family: Fraunces, Georgia, 'Times New Roman', serif; font-weight: 600; }
a { color: var(--accent-text); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.unseen:not(:focus) {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.skip:focus {
  position: absolute; z-index: 1; top: 0.5rem; left: 0.5rem; padding: 0.5rem 1rem;
  background: var(--raised);
}

.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.5rem;
  padding: 1rem 1.25rem; border-bottom: 1px solid var(--line);
}
.bar h1 { font-size: 1.5rem; line-height: 1.2; }
.bar h1 a { color: inherit; text-decoration: none; }
.bar h1::after { content: '.'; color: var(--accent); }
.bar p { color: var(--muted); font-size: 0.875rem; }
.tools { display: flex; flex: 1 1 16rem; gap: 0.75rem; justify-content: flex-end; }
.tools form { display: flex; flex: 1 1 auto; max-width: 22rem; }
input, button {
  min-height: 2.75rem; padding: 0 0.875rem; border: 1px solid var(--line-strong);
  border-radius: 4px; background: var(--raised); color: inherit; font: inherit;
}
input { width: 100%; min-width: 0; }
input::placeholder { color: var(--muted); opacity: 1; }
button { cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--accent-text); color: var(--accent-text); }

.panes { min-height: 0; }
.list { border-bottom: 1px solid var(--line); }
.list li + li { border-top: 1px solid var(--line); }
.mail {
  position: relative; display: grid; grid-template-columns: 1fr auto; gap: 0.125rem 0.75rem;
  padding: 0.875rem 1.25rem 0.875rem 1.75rem; color: inherit; text-decoration: none;
  transition: background 160ms;
}
.mail:hover { background: var(--sunken); }
.mail:focus-visible { outline-offset: -3px; }
.mail[aria-current] { background: var(--raised); box-shadow: inset 3px 0 var(--accent); }
.mail > * { min-width: 0; }
.mail .who, .mail .snippet {
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--muted);
}
.mail .who, .mail time, .mail .snippet { font-size: 0.875rem; }
.mail time { color: var(--muted); font-variant-numeric: tabular-nums; }
.mail .subject, .mail .snippet { grid-column: 1 / -1; }
.unread .subject { font-weight: 650; }
.unread .mail::before {
  content: ''; position: absolute; left: 0.75rem; top: 1.25rem; width: 0.5rem; height: 0.5rem;
  border-radius: 50%; background: var(--accent);
}

.note { padding: 3rem 1.5rem; color: var(--muted); text-align: center; }
.note h2 { margin-bottom: 0.5rem; color: var(--ink); font-size: 1.375rem; }
.note p { max-width: 34rem; margin-inline: auto; }
.note p + p { margin-top: 0.75rem; }
.reader { display: flex; flex-direction: column; gap: 1.25rem; padding: 1.25rem; min-width: 0; }
.reader > .note { margin-block: auto; }
.reader h2 { font-size: 1.75rem; line-height: 1.2; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; font-size: 0.9375rem; }
.facts dt { color: var(--muted); }
.tabs { display: flex; gap: 0.25rem; border-bottom: 1px solid var(--line-strong); }
.tabs a {
  padding: 0.625rem 1rem; margin-bottom: -1px; border-bottom: 3px solid transparent;
  color: var(--muted); text-decoration: none;
}
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
/* Mails are drawn for white paper, whatever the reader prefers. */
iframe {
  flex: 1 0 auto; width: 100%; height: 60vh; min-height: 22rem; border: 1px solid var(--line);
  border-radius: 4px; background: #ffffff; color-scheme: light;
}
.plain {
  padding: 1.25rem; border: 1px solid var(--line); border-radius: 4px; background: var(--raised);
  font: 0.9375rem/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: pre-wrap;
}
.extra h3 { margin-bottom: 0.375rem; font-size: 0.875rem; color: var(--muted); }
.extra li { padding-block: 0.25rem; font-size: 0.9375rem; }
.hint { color: var(--muted); font-size: 0.875rem; }

@media (max-width: 52rem) {
  .is-reading .list, .is-reading .tools { display: none; }
  body:not(.is-reading) .reader { display: none; }
  .tools { flex-basis: 100%; }
  .tools form { max-width: none; }
}
@media (min-width: 52.0625rem) {
  body { height: 100dvh; }
  .panes { display: grid; grid-template-columns: minmax(20rem, 26rem) 1fr; }
  .list { overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  .reader { overflow-y: auto; padding: 2rem 2.5rem; }
  .back { display: none; }
  iframe { flex: 1 1 22rem; height: auto; }
  .panes:has(.reader:empty):not(:has(.mail)) { grid-template-columns: 1fr; align-items: center; }
  .panes:not(:has(.mail)) .reader:empty { display: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

/** Polls every three seconds and replaces only the list, so that reading is not disturbed. */
export const PAGE_SCRIPT = `
const status = document.querySelector('#status');
const stateOf = ({ total, unread, messages }) => [total, unread, messages[0]?.ID].join();

async function refresh() {
  const response = await fetch('/api/v1/messages?limit=1');
  const state = stateOf(await response.json());
  if (status.dataset.problem) {
    status.textContent = '';
    delete status.dataset.problem;
  }
  const list = document.querySelector('#mails');
  if (state === list.dataset.state) return;
  const page = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(page, 'text/html');
  const focused = list.contains(document.activeElement) && document.activeElement.href;
  const scrolled = list.scrollTop;
  const added = fresh.querySelector('#mails').dataset.newest !== list.dataset.newest;
  list.replaceWith(fresh.querySelector('#mails'));
  document.querySelector('#mails').scrollTop = scrolled;
  document.querySelector('#count').textContent = fresh.querySelector('#count').textContent;
  document.querySelector('#delete-all').hidden = !document.querySelector('#mails a');
  document.title = fresh.title;
  if (focused) [...document.querySelectorAll('#mails a')].find((a) => a.href === focused)?.focus();
  if (added) status.textContent = 'New mail has arrived.';
}

async function watch() {
  try {
    if (!document.hidden) await refresh();
  } catch {
    status.textContent = 'The mailbox does not answer.';
    status.dataset.problem = 'yes';
  }
  setTimeout(watch, 3000);
}

const deleteAll = document.querySelector('#delete-all');
deleteAll.hidden = !document.querySelector('#mails a');
deleteAll.addEventListener('click', async () => {
  if (!confirm('Delete every mail in this mailbox?')) return;
  await fetch('/api/v1/messages', { method: 'DELETE' });
  location.assign('/');
});
setTimeout(watch, 3000);
`;
