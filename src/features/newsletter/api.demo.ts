import type * as api from './api';

export const subscribe: typeof api.subscribe = async () => ({
  success: true,
  message: 'This is a demo: your address was not sent.',
});

export const followMailedLink: typeof api.followMailedLink = async () => false;

export const fetchTicket: typeof api.fetchTicket = async () => null;
