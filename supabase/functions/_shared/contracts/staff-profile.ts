// The name and portrait of a member, as staff see them. save_staff_profile repeats the rules.
import { z } from 'zod';
import { isBlank, lineSchema } from './text.ts';

export const STAFF_NAME_MAX = 60;

export const staffNameSchema = lineSchema(STAFF_NAME_MAX, z.string().trim()).refine(
  (name) => !isBlank(name),
  'Please enter a name',
);
