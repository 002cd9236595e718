import { APP_READY } from '@/boot/protocol';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Each is found again by its place among its kind: the app adds buttons to a form, but none that sends it. */
const KINDS = ['button[type=submit]', 'button:not([type=submit])', 'a'];
const FIELDS = 'input[name], textarea[name], select[name]';
/** Parts of a page are rendered after the page itself, on a busy device much later. */
const LATE_PARTS_MS = 10_000;

/**
 * Takes what was typed and pressed on a prerendered page over into the page that React renders anew, because a translator has
 * changed the texts that it would otherwise take over.
 */
export function keepTyped(container: HTMLElement) {
  passPresses(container);
  const before = new Set(container.querySelectorAll<Field>(FIELDS));
  let focused: Element | null = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) focused = target;
  });
  const observer = new MutationObserver(takeAllOver);
  observer.observe(container, { childList: true, subtree: true });
  addEventListener(APP_READY, () => setTimeout(() => observer.disconnect(), LATE_PARTS_MS), {
    once: true,
  });

  function takeAllOver() {
    for (const field of before) {
      if (field.isConnected) continue;
      const next = [...container.querySelectorAll<Field>(FIELDS)].find(
        (one) => one.name === field.name && one.type === field.type && !before.has(one),
      );
      if (!next) continue;
      before.delete(field);
      takeOver(field, next);
      // Unless another field has been chosen since.
      if (field === focused && document.activeElement === document.body) next.focus();
    }
  }
}

/** The script of the page repeats what was pressed before, on elements that are gone by then. */
function passPresses(container: HTMLElement) {
  for (const kind of KINDS) {
    container.querySelectorAll<HTMLElement>(kind).forEach((control, place) => {
      control.addEventListener('click', (event) => {
        if (control.isConnected) return;
        event.preventDefault();
        container.querySelectorAll<HTMLElement>(kind)[place]?.click();
      });
    });
  }
  container.querySelectorAll('form').forEach((form, place) => {
    form.requestSubmit = (submitter) => {
      if (form.isConnected) HTMLFormElement.prototype.requestSubmit.call(form, submitter);
      else container.querySelectorAll('form')[place]?.requestSubmit();
    };
  });
}

function takeOver(field: Field, next: Field) {
  if (
    field instanceof HTMLInputElement &&
    next instanceof HTMLInputElement &&
    field.type === 'checkbox'
  ) {
    if (field.checked !== next.checked) next.click();
    return;
  }
  const isTyped = !(next instanceof HTMLSelectElement) && next.value !== next.defaultValue;
  if (field.value === next.value || isTyped) return;
  // React has replaced the property of the field itself, and would take the event for an old one.
  Reflect.set(Object.getPrototypeOf(next), 'value', field.value, next);
  next.dispatchEvent(new Event('input', { bubbles: true }));
}
