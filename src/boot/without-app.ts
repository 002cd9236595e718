import { fetchFile } from './fetch-file';
import { endFirstView, endRedraw } from './protocol';

/**
 * The second attempt. If it fails as well, what is pressed may not wait any longer. The files of a page that was opened
 * just before a deploy are gone, so that the page is reloaded, once. If that did not help, or would lose what is typed,
 * the browser acts by itself: links are documents, forms post.
 *
 * @param kept what was pressed or submitted until now
 * @param stopKeeping removes the listeners that keep it
 * @param files to fetch and then to import, the last one first
 * @returns when a further attempt may succeed; never, if the files are gone
 */
export async function tryAgain(
  kept: HTMLElement[],
  stopKeeping: () => void,
  ...files: string[]
): Promise<void> {
  let isGone = false;
  try {
    await Promise.all(files.map(fetchFile));
    // What is left to fail is an import, which cannot be repeated.
    isGone = true;
    for (const file of files.toReversed()) await import(/* @vite-ignore */ file);
    return;
  } catch (error) {
    isGone ||= error instanceof Response && error.status < 500;
  }
  // Offline, the browser could only show an error in place of the page.
  if (!navigator.onLine) return;
  const form = kept.map(formToPost).find((found) => found !== null);
  if (isGone && !form && !isReloaded() && !isTyped()) {
    location.reload();
  } else {
    stopKeeping();
    const link = kept.splice(0).findLast(({ localName }) => localName === 'a');
    endFirstView();
    endRedraw();
    if (form) form.submit();
    else link?.click();
  }
  if (isGone) await new Promise(() => {});
}

/** A kept press of the button that posts a form has kept the submit event from happening. */
function formToPost(target: HTMLElement): HTMLFormElement | null {
  if (target instanceof HTMLFormElement) return target;
  return target instanceof HTMLButtonElement && target.type === 'submit' ? target.form : null;
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

function isTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('input,textarea')].some((control) =>
    // The value of a box is 'on' where it has none of its own.
    /checkbox|radio/.test(control.type)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue,
  );
}
