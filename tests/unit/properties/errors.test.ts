import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageOf, toAppError } from '@/lib/errors';

const KINDS = [
  ...['offline', 'signed-out', 'forbidden', 'not-found', 'conflict', 'invalid', 'unexpected'],
];

/** Values that a library, a proxy or a broken backend may throw. */
const thrown = fc.oneof(
  fc.anything(),
  fc.record(
    {
      code: fc.oneof(fc.constantFrom('42501', 'constructor', '__proto__', 'toString'), fc.string()),
      message: fc.oneof(fc.string(), fc.constant(null), fc.integer()),
      status: fc.oneof(fc.integer({ min: 0, max: 999 }), fc.string()),
      name: fc.string(),
    },
    { requiredKeys: [] },
  ),
);

test('any thrown value becomes an AppError with a known kind and a message', () => {
  fc.assert(
    fc.property(thrown, (error) => {
      const known = toAppError(error, 'Failed to load projects');
      expect(KINDS).toContain(known.kind);
      expect(known.message).toMatch(/^Failed to load projects/);
      expect(known.severity).toMatch(/^(?:low|medium|high|critical)$/);
      expect(toAppError(known, 'Anything else')).toBe(known);
      expect(messageOf(error)).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
