import { useId } from 'react';
import { FOCUS_DEFAULT } from '@contracts/picture-facts';
import { Image } from '@/components/image';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { Focus } from '@/lib/picture-facts';
import type { ImageRecord } from '../model';
import { useSaveFocus } from '../queries';
import { describeFocus, FocusField } from './focus-field';

/** The crops of the site; the ratio gives all previews in the row the same height. */
const crops = [
  { label: 'Card', ratio: 16 / 9 },
  { label: '4:3', ratio: 4 / 3 },
  { label: 'Square', ratio: 1 },
  { label: 'Wide hero', ratio: 21 / 9 },
];

const MIDDLE: Focus = { x: FOCUS_DEFAULT, y: FOCUS_DEFAULT };

export function isSameFocus(one: Focus, other: Focus): boolean {
  return one.x === other.x && one.y === other.y;
}

export type FocusFormProps = {
  path: string;
  url: string;
  /** The stored picture. */
  record: ImageRecord;
  value: Focus;
  onChange: (focus: Focus) => void;
};

/** The point of a picture that every crop keeps. */
export function FocusForm({ path, url, record, value: focus, onChange }: FocusFormProps) {
  const hintId = useId();
  const saving = useSaveFocus();

  function handleSave() {
    saving.mutate(
      { path, focus },
      { onSuccess: () => notify({ type: 'success', title: 'Focal point saved' }) },
    );
  }

  return (
    <div className="grid content-start gap-3">
      <FocusField
        {...{ url, describedBy: hintId, value: focus, onChange }}
        width={record.width}
        height={record.height}
      />
      <p id={hintId} className="text-small text-muted">
        Press on what every crop should keep. The arrow keys move the point, with Shift in larger
        steps.
      </p>
      <ul aria-label="Crops" className="flex gap-3">
        {crops.map(({ label, ratio }) => (
          <li key={label} style={{ flex: `${ratio} 1 0` }}>
            <span className="block" style={{ aspectRatio: ratio }}>
              <Image
                {...{ src: url, focus }}
                alt=""
                aspect="fill"
                sizes="12rem"
                severity="low"
                className="rounded-control"
              />
            </span>
            <span className="mt-1 block text-small wrap-normal text-muted">{label}</span>
          </li>
        ))}
      </ul>
      {saving.error && <Alert kind="danger">{messageOf(saving.error)}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          disabled={isSameFocus(focus, record.focus)}
          isPending={saving.isPending}
          pendingLabel="Saving..."
          onClick={handleSave}
        >
          Save focal point
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={isSameFocus(focus, MIDDLE)}
          onClick={() => onChange(MIDDLE)}
        >
          Reset to the middle
        </Button>
        <span className="text-small text-muted tabular-figures">{describeFocus(focus)}</span>
      </div>
    </div>
  );
}
