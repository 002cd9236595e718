/**
 * The point that every crop of a picture of art/ keeps, in percent from the left and from the top; the middle where none is
 * given. For photographs, by the name of the file: `'team-ida-berg': { x: 50, y: 30 }`.
 */
export const focus: Readonly<Record<string, { x: number; y: number }>> = {};
