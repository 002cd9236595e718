import { ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { createFormTicket } from '@/lib/form-ticket';
import { fetchTicket } from './api';

export const {
  request: requestTicket,
  ready: readyTicket,
  spend: spendTicket,
} = createFormTicket({ minFillMs: ENQUIRY_MIN_FILL_MS, fetchText: fetchTicket });
