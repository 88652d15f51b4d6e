import { expect, test, vi } from 'vitest';
import { createHost } from '../../support/live-host.ts';
import { APPROVAL } from './approval.ts';

test('a service that throws is told of, and can be called again', async () => {
  const onError = vi.fn();
  const check = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue({});
  const { plugin, engine, said } = createHost(APPROVAL, { services: { check }, onError });
  await engine.execute({ listener: plugin.listener });
  await plugin.press('order-1.1', { account: 'ann' });
  await plugin.idle();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'down' }));
  said();
  plugin.retryServices();
  await plugin.idle();
  expect(said()).toEqual(['order-1.1 next approve=order-1.2']);
});

test('a result that is no JSON is an error of the service, and can be repaired', async () => {
  const onError = vi.fn();
  const check = vi.fn().mockReturnValueOnce({ id: 7n }).mockReturnValue({});
  const { plugin, engine, said } = createHost(APPROVAL, { services: { check }, onError });
  await engine.execute({ listener: plugin.listener });
  await plugin.press('order-1.1', { account: 'ann' });
  await plugin.idle();
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ERR_SERVICE_FAILED' }));
  said();
  plugin.retryServices();
  await plugin.idle();
  expect(said()).toEqual(['order-1.1 next approve=order-1.2']);
});
