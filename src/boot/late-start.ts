// Stands at the end of a prerendered page and starts the app once the page is painted, or at the first
// touch. What is pressed before the app listens is kept and done then; links work by themselves.
// Kept small: it is part of every page. No imports.
const { modules = '', styles = '', searchable } = document.currentScript?.dataset ?? {};
const [entry = '', ...others] = modules.split(' ');
const kept: { type: string; target: HTMLElement }[] = [];
let hasStarted = false;
let patience = 2000;

// The build knows no query: a page that reads one is drawn anew instead of coming alive.
const isAnother = searchable !== undefined && location.search !== '';
document.documentElement.toggleAttribute('data-redraw', isAnother);

function start() {
  if (hasStarted) return;
  hasStarted = true;
  addLink('stylesheet', styles);
  for (const href of others) addLink('modulepreload', href);
  addLink('modulepreload', entry);
  void load();
}

/** One after the other, what is imported first: between them the browser may answer. */
async function load() {
  try {
    for (const href of [...others.toReversed(), entry]) {
      await import(/* @vite-ignore */ href);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch {
    // Without the app the page is only read; what is pressed meanwhile waits.
    patience = Math.min(patience * 2, 60_000);
    setTimeout(() => void load(), patience);
  }
}

function addLink(rel: string, href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}

function keep(event: Event) {
  // An icon within a button is no HTMLElement.
  if (!(event.target instanceof Element)) return;
  const target = event.target.closest<HTMLElement>(event.type === 'submit' ? 'form' : 'button');
  if (!target) return;
  event.preventDefault();
  kept.push({ type: event.type, target });
}

function handOver() {
  removeEventListener('click', keep, true);
  removeEventListener('submit', keep, true);
  for (const { type, target } of kept) {
    if (type === 'submit' && target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
}

addEventListener('click', keep, true);
addEventListener('submit', keep, true);
// React is still at work when it says so, and could not yet bring alive what is pressed.
addEventListener('app-ready', () => setTimeout(handOver), { once: true });
for (const type of ['pointerdown', 'keydown', 'focusin', 'click']) {
  addEventListener(type, start, { once: true, passive: true, capture: true });
}
if (isAnother) start();
else if (document.readyState === 'complete') afterPaint();
else addEventListener('load', afterPaint, { once: true });

/** When the browser says that it has painted; the timer is for those that do not say. */
function afterPaint() {
  // The very first paint may be the background alone.
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name !== 'first-paint')) start();
  });
  for (const type of ['largest-contentful-paint', 'paint']) {
    observer.observe({ type, buffered: true });
  }
  setTimeout(start, 2000);
}
