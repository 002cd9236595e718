import { ENQUIRY_HONEYPOT } from '@contracts/enquiry-fields';

/** What a visitor types or chooses, in the order of the screen. */
export const TEXT_FIELDS = ['name', 'email', 'phone', 'service', 'subject', 'message'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export type EnquiryText = Record<TextField, string>;

export type FormValues = {
  text: EnquiryText;
  wantsReceipt: boolean;
  tellsOrigin: boolean;
  honeypot: string;
};

export type FieldErrors = Partial<Record<TextField, string>>;

export function isTextField(name: string): name is TextField {
  return TEXT_FIELDS.some((field) => field === name);
}

export function readForm(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const textOf = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    text: {
      name: textOf('name'),
      email: textOf('email'),
      phone: textOf('phone'),
      service: textOf('service'),
      subject: textOf('subject'),
      message: textOf('message'),
    },
    wantsReceipt: data.has('wantsReceipt'),
    tellsOrigin: data.has('tellsOrigin'),
    honeypot: textOf(ENQUIRY_HONEYPOT),
  };
}

export function fillForm(form: HTMLFormElement, text: Partial<EnquiryText>) {
  for (const name of TEXT_FIELDS) {
    const value = text[name];
    const control = form.elements.namedItem(name);
    // What was typed before the app ran stays.
    if (!value || !isControl(control) || control.value !== '') continue;
    control.value = value;
    // For listeners that count characters or resize the field.
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** Focuses the first field with an error. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors) {
  const first = TEXT_FIELDS.find((name) => errors[name] !== undefined);
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}
