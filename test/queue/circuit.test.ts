import { expect, it } from 'vitest';
import { createCircuit } from '../../src/queue/circuit.ts';

it('lets nothing through for a pause after a failure, then one, and all once that one is answered', () => {
  let now = 0;
  const circuit = createCircuit(
    { retryMinMs: 1000, retryMaxMs: 60_000 },
    () => now,
    () => 1,
  );
  expect(circuit.limit(30)).toBe(30);
  circuit.failed(now, {});
  expect([circuit.openUntil, circuit.limit(30), circuit.notBefore(500), circuit.notBefore(null)]).toEqual([
    1000,
    0,
    1000,
    null,
  ]);
  now = 1000;
  expect([circuit.limit(30), circuit.limit(0)]).toEqual([1, 0]);
  circuit.answered();
  expect(circuit.limit(30)).toBe(30);
});

it('lets one through at once if it is told to', () => {
  const circuit = createCircuit(
    { retryMinMs: 1000, retryMaxMs: 60_000 },
    () => 0,
    () => 1,
  );
  circuit.failed(0, { isRefusal: true });
  expect(circuit.isRefused).toBe(true);
  circuit.tryNow();
  expect(circuit.limit(30)).toBe(1);
});
