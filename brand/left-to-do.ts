/** What `npm run adopt` has left to do, for the health page. Delete an entry when it is done. */
export const leftToDo: readonly { name: string; message: string; advice: string }[] = [];
