/** Whether the address may have the result of an Auth link; auth-callback.ts reads it. */
export function isMailedLink(): boolean {
  return /[#?&](?:access_token|token_hash|error|error_code)=/.test(location.search + location.hash);
}
