import { createStore } from './create-store';

const changes = createStore(null);

/** Says that something visitors may see was saved or deleted just now. */
export const notePublishedChange = () => changes.set(null);

export const subscribeToPublishedChanges = changes.subscribe;
