// Loaded before a page is hydrated that a translator has changed.
import { ROOT_ID } from '@/boot/protocol';
import { keepTyped } from './keep-typed';

const root = document.getElementById(ROOT_ID);
if (root) keepTyped(root);
