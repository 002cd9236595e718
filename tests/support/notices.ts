import { dismiss, getSnapshot } from '@/lib/notifications';

/** The toast that is on the screen. */
export function openNotice() {
  return getSnapshot().find(({ open }) => open);
}

export function closeNotices() {
  for (let notice = openNotice(); notice; notice = openNotice()) dismiss(notice.id);
}
