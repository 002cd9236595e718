/** Where the script and the frame of Cloudflare Turnstile come from; the policy of the page allows it where it is used. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';
