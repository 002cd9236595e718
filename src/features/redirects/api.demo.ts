import type * as api from './api';

export const findTarget: typeof api.findTarget = async () => null;
