/** Limits and timings named by the specification, section 9. */

export const TOAST_DURATION_MS = 5000;
export const TOAST_ADMIN_DURATION_MS = 4000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_LIMIT = 1;
export const TOAST_REMOVAL_DELAY_MS = 1_000_000;

export const FOOTER_SERVICES_COUNT = 4;

/** Radix menus keep these themselves and take no setting; tests/components/ui/menu.test.tsx holds them to it. */
export const MENU_POINTER_GRACE_MS = 300;
export const MENU_SUBMENU_OPEN_DELAY_MS = 100;
export const MENU_TYPE_AHEAD_RESET_MS = 1000;

export const QUERY_STALE_MS = 5 * 60 * 1000;
export const QUERY_RETRIES = 1;

export const HASH_SCROLL_DELAY_MS = 100;

export const ABOUT_KEY_SERVICES_COUNT = 3;
export const CONTACT_KEY_SERVICES_COUNT = 2;

export const CLOUD_COUNT = 25;
export const UFO_CHANCE = 0.1;
