import { useSyncExternalStore } from 'react';
import { clsx } from 'clsx';
import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import * as Toast from '@radix-ui/react-toast';
import {
  TOAST_ADMIN_DURATION_MS,
  TOAST_DURATION_MS,
  TOAST_SWIPE_THRESHOLD_PX,
} from '@/lib/constants';
import {
  dismiss,
  getSnapshot,
  subscribe,
  type Notification,
  type NotificationType,
} from '@/lib/notifications';
import { Button, buttonClasses } from './button';

export type ToastPlacement = 'public' | 'admin';

export type ToasterProps = { placement: ToastPlacement };

const presets: Record<ToastPlacement, { duration: number; corner: string }> = {
  public: { duration: TOAST_DURATION_MS, corner: 'bottom-(--connection-bar,0px) right-0' },
  // Below the bar of a workbench, which ends with 'Publish'.
  admin: {
    duration: TOAST_ADMIN_DURATION_MS,
    corner: 'top-0 right-0 in-[:root:has(.workbench)]:top-14',
  },
};

const typeIcons: Record<NotificationType, typeof Info> = {
  success: CircleCheck,
  error: OctagonAlert,
  warning: TriangleAlert,
  info: Info,
};

const typeClasses: Record<NotificationType, string> = {
  success: 'border-success [&>svg]:text-success',
  error: 'border-danger [&>svg]:text-danger',
  warning: 'border-warning [&>svg]:text-warning',
  info: 'border-sky [&>svg]:text-sky',
};

export function Toaster({ placement }: ToasterProps) {
  const notifications = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  const { duration, corner } = presets[placement];
  return (
    <Toast.Provider
      duration={duration}
      swipeDirection="right"
      // Radix requires a swipe beyond the threshold; here the threshold itself is enough.
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX - 0.01}
    >
      {notifications.map((notification) => (
        <ToastMessage key={notification.id} notification={notification} />
      ))}
      <Toast.Viewport
        className={clsx(
          'fixed z-60 m-0 grid w-full max-w-[26rem] list-none p-4 outline-none tablet:p-6',
          corner,
        )}
      />
    </Toast.Provider>
  );
}

function ToastMessage({ notification }: { notification: Notification }) {
  const { id, type, title, description, duration, actions = [], open } = notification;
  const Icon = typeIcons[type];
  const isError = type === 'error';
  // Screen readers announce a new alert, but not a status that is mounted together with its text. Radix's
  // own live region announces the status, so the visible one is silent.
  const liveAttributes = isError
    ? { role: 'alert', 'data-radix-toast-announce-exclude': '' }
    : ({ role: 'status', 'aria-live': 'off' } as const);
  return (
    <Toast.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismiss(id);
      }}
      duration={duration}
      type={isError ? 'foreground' : 'background'}
      className={clsx(
        'toast col-start-1 row-start-1 flex items-start gap-3 rounded-control border-s-4 bg-raised py-3.5 ps-4 pe-2 text-ink shadow-soft outline-1 -outline-offset-1 outline-line',
        typeClasses[type],
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <div {...liveAttributes}>
          {title !== undefined && <Toast.Title className="font-semibold">{title}</Toast.Title>}
          {description !== undefined && (
            <Toast.Description
              className={clsx('text-base', title !== undefined && 'mt-0.5 text-muted')}
            >
              {description}
            </Toast.Description>
          )}
        </div>
        {actions.length > 0 && (
          <div className="mt-3 flex flex-wrap gap-2">
            {actions.map((action) => (
              <Toast.Action
                key={action.label}
                altText={action.label}
                onClick={action.onSelect}
                className={buttonClasses({ size: 'small' })}
              >
                {action.label}
              </Toast.Action>
            ))}
          </div>
        )}
      </div>
      <Toast.Close asChild>
        <Button variant="quiet" size="icon" aria-label="Dismiss" className="-my-2">
          <X aria-hidden="true" />
        </Button>
      </Toast.Close>
    </Toast.Root>
  );
}
