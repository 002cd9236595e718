import { format } from 'date-fns';
import { offices } from '@brand/offices';
import { officeZone } from '@/lib/site-zone';
import { inZone } from '@/lib/time-zones';
import type { WorkingCopy } from './staff-api';

const PATTERN = "MMM d, yyyy 'at' HH:mm";

/** 'on Dec 3, 2026 at 09:00 (city of an office)': the time of this device, then the office whose clock shows the same, or 'your time'. */
export function describePublishTime(moment: string): string {
  const here = format(moment, PATTERN);
  const office = offices.find(
    ({ timeZone }) => format(inZone(new Date(moment), officeZone(timeZone)), PATTERN) === here,
  );
  return `on ${here} (${office?.city ?? 'your time'})`;
}

/** What is published at the time, and by what. */
export function describePublishing({ hasSchedule }: WorkingCopy): string {
  return hasSchedule
    ? 'The latest saved changes go live within a minute of that time.'
    : 'The latest saved changes go live with the next build of the site, or the next visit of staff, after that time.';
}
