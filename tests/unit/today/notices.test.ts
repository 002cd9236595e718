import { expect, test } from 'vitest';
import type { WaitingEnquiry } from '@/features/today/api';
import { noticesOf } from '@/features/today/notices';
import { byConcern } from '@/features/today/queries';

const ME = 'me@example.com';
const enquiry = (id: string, change: Partial<WaitingEnquiry> = {}): WaitingEnquiry => ({
  ...{ id, name: `Name ${id}`, about: 'About', isNew: true, assignedTo: null },
  answerBy: new Date('2026-11-21T10:00:00Z'),
  createdAt: new Date('2026-11-20T10:00:00Z'),
  ...change,
});
const addresses = { enquiry: (id: string) => `/enquiries/${id}`, requests: '/people' };

test('unassigned new enquiries, those assigned to me and access requests are notices, the latest first', () => {
  const enquiries = [
    enquiry('new'),
    enquiry('mine', { isNew: false, assignedTo: ME, createdAt: new Date('2026-11-21') }),
    enquiry('of another', { assignedTo: 'ben@example.com' }),
    enquiry('open', { isNew: false }),
  ];
  const request = { id: 'r', email: 'noor@elsewhere.example', createdAt: new Date('2026-11-22') };
  const answered = {
    ...{ key: 'approved s', title: 'Dana has approved', detail: 'A study', to: '/study' },
    at: new Date('2026-11-23'),
  };
  expect(
    noticesOf(enquiries, [request], [answered], ME, addresses).map(({ key, title, to }) => [
      key,
      title,
      to,
    ]),
  ).toEqual([
    ['approved s', 'Dana has approved', '/study'],
    ['access r', 'Access requested', '/people'],
    ['assigned mine', 'Assigned to you: Name mine', '/enquiries/mine'],
    ['enquiry new', 'New enquiry: Name new', '/enquiries/new'],
  ]);
});

test('my enquiries come first, then unassigned ones by the time of the answer, then those of others', () => {
  const sorted = byConcern(
    [
      enquiry('theirs', { assignedTo: 'ben@example.com' }),
      enquiry('free'),
      enquiry('overdue', { answerBy: new Date('2026-11-20T12:00:00Z') }),
      enquiry('mine', { assignedTo: ME }),
    ],
    ME,
  );
  expect(sorted.map(({ id }) => id)).toEqual(['mine', 'overdue', 'free', 'theirs']);
});
