const TIMEOUT_MS = 20_000;

/**
 * Publishes the changes whose time has come, so that the pages show them. Every caller may ask for it.
 *
 * @param source of the Supabase project, and its publishable key
 */
export async function publishDueChanges({ url, key }: { url: string; key: string }) {
  const address = `${url}/rest/v1/rpc/publish_due_changes`;
  const response = await fetch(address, {
    method: 'POST',
    headers: { apikey: key },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
}
