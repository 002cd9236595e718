import type * as sending from './sending';

export const sendEnquiry: typeof sending.sendEnquiry = async () => ({
  success: true,
  thanks: 'This is a demo: your message was not sent.',
  number: null,
});

export const sendFile: typeof sending.sendFile = async () => null;
