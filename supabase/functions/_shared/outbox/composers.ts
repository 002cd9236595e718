// Every kind of mail of the outbox and what writes it. The kinds are those of private.mails (mails_kind_known).
import type { Composer } from './composer.ts';
import { enquiryNotice, receiptMail, teamMail } from './enquiry-mails.ts';
import { confirmationMail, welcomeMail } from './newsletter-mails.ts';
import {
  answeredMail,
  approvedMail,
  askedMail,
  commentedMail,
  signOffReceipt,
} from './sign-off-mails.ts';
import { personMail, securityNotice } from './staff-mails.ts';

export const COMPOSERS: Readonly<Record<string, Composer>> = {
  'security-notice': securityNotice,
  'staff-added': personMail('added'),
  'staff-approved': personMail('approved'),
  'staff-declined': personMail('declined'),
  'staff-role-changed': personMail('role changed'),
  'staff-removed': personMail('removed'),
  'enquiry-arrived': teamMail,
  'enquiry-receipt': receiptMail,
  'enquiry-assigned': enquiryNotice('assigned'),
  'enquiry-answered': enquiryNotice('answered'),
  'enquiry-due': enquiryNotice('due'),
  'sign-off-asked': askedMail,
  'sign-off-answered': answeredMail,
  'sign-off-commented': commentedMail,
  'sign-off-approved': approvedMail,
  'sign-off-receipt': signOffReceipt,
  'newsletter-confirmation': confirmationMail,
  'newsletter-welcome': welcomeMail,
};
