const listeners = new Set<() => void>();

/** Says that something visitors may see was saved or deleted just now. */
export function notePublishedChange(): void {
  listeners.forEach((listener) => listener());
}

export function subscribeToPublishedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
