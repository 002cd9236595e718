/** The signed-in member. */
export type Me = { id: string; email: string };

export type Note = {
  id: string;
  authorId: string | null;
  /** Null after a restore into another project. */
  author: string | null;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
};

export function lengthOf(text: string): number {
  // As Postgres counts: code points.
  return Array.from(text).length;
}
