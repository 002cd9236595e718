import { z } from 'zod';
import { createJournal } from '@/lib/journal';

const parseText = (value: unknown) => z.string().safeParse(value).data ?? null;

export const noteJournal = createJournal({ kind: 'enquiry-note', parse: parseText });
export const replyJournal = createJournal({ kind: 'enquiry-reply', parse: parseText });
