/** Advice before publishing. It never blocks saving. */
export type ChecklistItem<Field extends string> = {
  label: string;
  state: 'done' | 'todo' | 'checking';
  /** What to do. */
  advice: string;
  /** To focus. */
  field: Field;
};

export function checklistItem<Field extends string>(
  label: string,
  isDone: boolean,
  advice: string,
  field: Field,
): ChecklistItem<Field> {
  return { label, state: isDone ? 'done' : 'todo', advice, field };
}
