import { useEffect, useId, useState, type ReactNode } from 'react';
import {
  ENQUIRY_HONEYPOT,
  ENQUIRY_LIMITS,
  ENQUIRY_SERVICE_EMPTY_LABEL,
  OTHER_SERVICE,
} from '@contracts/enquiry-fields';
import { services } from '@brand/services';
import { serviceName } from '@/content/service-name';
import { Button } from '@/components/ui/button';
import { Checkbox, Field, Honeypot, Input, Select, Textarea } from '@/components/ui/field';
import { useChunk } from '@/hooks/use-chunk';
import { useConnection } from '@/hooks/use-connection';
import { useIsHydrating } from '@/hooks/use-is-hydrating';
import { functionUrl } from '@/lib/env';
import type { FieldErrors } from '../form-values';
import type { EnquiryOrigin } from '../submission';
import { loadSubmission, useContactForm } from '../use-contact-form';
import { FormFailure, KeptEnquiry, SentEnquiry } from './contact-outcome';

export type KnownOrigin = {
  sent: EnquiryOrigin;
  /** The same as the visitor reads it. */
  labels: readonly string[];
};

export type ContactFormProps = {
  suggestedService: string | null;
  /** The remembered pages of the visit; null hides the question about them. */
  origin: KnownOrigin | null;
  /** Advice on what to write. */
  messageHint: ReactNode;
  privacy: ReactNode;
  onSentChange?: (isSent: boolean) => void;
};

/** The contact form; after sending, the outcome replaces it. */
export function ContactForm({
  suggestedService,
  origin,
  messageHint,
  privacy,
  onSentChange,
}: ContactFormProps) {
  const { state, errors, formProps, onRetry, onReopen } = useContactForm({
    suggestedService,
    origin: origin?.sent ?? null,
  });
  const [files, setFiles] = useState<FileChoice>('closed');
  function handleReopen(choice: FileChoice) {
    setFiles(choice);
    onReopen();
  }
  const isSent = state.step === 'done';
  useEffect(() => onSentChange?.(isSent), [isSent, onSentChange]);
  if (state.step === 'done')
    return <SentEnquiry {...state} onAnother={() => handleReopen('closed')} />;
  if (state.step === 'kept') {
    return <KeptEnquiry {...state} onRetry={onRetry} onChange={() => handleReopen('open')} />;
  }
  return (
    // Without scripts, the browser posts to the function, which answers with a page.
    <form
      method="post"
      action={functionUrl('send-contact-email/form')}
      noValidate
      aria-label="Contact"
      className="grid gap-6"
      {...formProps}
    >
      <TextFields errors={errors} messageHint={messageHint} />
      <Honeypot name={ENQUIRY_HONEYPOT} />
      <div className="grid gap-1">
        <Checkbox name="wantsReceipt" label="Send me a receipt" />
        {origin && <OriginQuestion labels={origin.labels} />}
      </div>
      <Attachments
        choice={files}
        disabled={state.step === 'sending'}
        onPress={() => setFiles('pressed')}
      />
      {state.step === 'failed' && <FormFailure {...state} />}
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line pt-7">
        <Button
          type="submit"
          // One filled button: after a failure on our side it is the one for the email.
          variant={state.step === 'failed' && state.mailLink !== null ? 'secondary' : 'primary'}
          size="large"
          isPending={state.step === 'sending'}
          pendingLabel="Sending..."
          className="max-tablet:w-full"
        >
          Send message
        </Button>
        <div className="min-w-0 flex-[1_1_18rem] text-small text-muted">
          <OfflineNote />
          {privacy}
        </div>
      </div>
    </form>
  );
}

/** `open`: an enquiry that was kept may have files. */
type FileChoice = 'closed' | 'open' | 'pressed';
type AttachmentsProps = { choice: FileChoice; disabled: boolean; onPress: () => void };

/** A button that loads the choice of files; not in the HTML, where it would do nothing without scripts. */
function Attachments({ choice, disabled, onPress }: AttachmentsProps) {
  const picker = useChunk(loadSubmission, choice !== 'closed');
  if (useIsHydrating()) return <div className="h-9" />;
  if (picker) {
    return <picker.AttachmentPicker disabled={disabled} isPressed={choice === 'pressed'} />;
  }
  return (
    <div className="h-9">
      <Button size="small" isPending={choice !== 'closed'} onClick={onPress}>
        Attach files
      </Button>
    </div>
  );
}

type TextFieldsProps = { errors: FieldErrors; messageHint: ReactNode };

/** Marks the optional fields only: most are required. */
function TextFields({ errors, messageHint }: TextFieldsProps) {
  return (
    <div className="grid gap-x-6 gap-y-6 tablet:grid-cols-2">
      <Field label="Name" error={errors.name}>
        <Input name="name" autoComplete="name" required />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          required
        />
      </Field>
      <Field label="Phone" error={errors.phone} isOptional hint="With the country code">
        <Input type="tel" name="phone" autoComplete="tel" />
      </Field>
      <Field label="Service" error={errors.service} isOptional>
        <Select name="service">
          <option value="">{ENQUIRY_SERVICE_EMPTY_LABEL}</option>
          {services.map((service) => (
            <option key={service.id} value={service.id}>
              {serviceName(service)}
            </option>
          ))}
          <option value={OTHER_SERVICE.value}>{OTHER_SERVICE.label}</option>
        </Select>
      </Field>
      <Field label="Subject" error={errors.subject} isOptional className="tablet:col-span-2">
        <Input name="subject" autoComplete="off" />
      </Field>
      <Field
        label="Message"
        error={errors.message}
        hint={messageHint}
        counter={ENQUIRY_LIMITS.message}
        className="tablet:col-span-2"
      >
        <Textarea name="message" rows={6} required />
      </Field>
    </div>
  );
}

function OriginQuestion({ labels }: { labels: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <Checkbox name="tellsOrigin" label="Tell us what brought you here" aria-describedby={id} />
      <ul id={id} className="ms-8 grid gap-0.5 text-small text-muted">
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </div>
  );
}

function OfflineNote() {
  const connection = useConnection();
  return (
    <p role="status" className="font-medium text-ink not-empty:mb-1">
      {connection !== 'online' &&
        'There is no connection right now. What you send is kept on this device until there is.'}
    </p>
  );
}
