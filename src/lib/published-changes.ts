import { createStore } from './create-store';

const changes = createStore(null);

/** Call when something that visitors may see was saved or deleted. */
export const notePublishedChange = () => changes.set(null);

export const subscribeToPublishedChanges = changes.subscribe;
