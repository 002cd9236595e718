import { expect, onTestFinished, test, vi } from 'vitest';
import { publishDueChanges } from '../../../scripts/lib/build/due-changes.ts';

test('the build publishes what is due with the public key, and fails if it cannot', async () => {
  const backend = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => backend.mockRestore());
  backend.mockResolvedValueOnce(Response.json(2));
  const source = { url: 'https://project.example', key: 'sb_publishable_test' };
  await publishDueChanges(source);
  expect(backend).toHaveBeenCalledWith(
    'https://project.example/rest/v1/rpc/publish_due_changes',
    expect.objectContaining({ method: 'POST', headers: { apikey: 'sb_publishable_test' } }),
  );
  backend.mockResolvedValueOnce(Response.json({ message: 'no' }, { status: 500 }));
  await expect(publishDueChanges(source)).rejects.toThrow(/publish_due_changes answered 500$/);
});
