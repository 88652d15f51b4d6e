/** What the rules of messages send, and what they find of it. */

import type { Center, MessageAnswer, RawObject } from '../center.ts';
import { expect } from '../expect.ts';

/** The id of a message that was sent to everybody. */
export function idOfTaken(answer: MessageAnswer): string {
  expect(answer, answer.message).toMatchObject({ code: 0, data: { errorList: null } });
  return answer.data?.sendId ?? '';
}

export const takes = async (center: Center, more: RawObject, data: RawObject = {}): Promise<string> =>
  idOfTaken(await center.send(center.message(more, data)));

export async function refuses(center: Center, more: RawObject, data: RawObject = {}): Promise<void> {
  expectRefusal(await center.send(center.message(more, data)), JSON.stringify({ ...more, data }));
}

export function expectRefusal(answer: MessageAnswer, what: string): void {
  expect(answer, what).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/./), data: null });
  expect(answer.code, what).not.toBe(0);
}

/** Refused, or somebody was not reached: in no case is it said that the message went out to all. */
export function expectNotSentToAll(answer: MessageAnswer, what: string): void {
  expect(answer.code === 0 && (answer.data?.errorList ?? []).length === 0, what).toBe(false);
}

/** Without the field, with null in it, and with an empty text, the message is refused. */
export async function expectRequired(center: Center, field: string, inData = false): Promise<void> {
  for (const value of [undefined, null, '']) {
    await refuses(center, inData ? {} : { [field]: value }, inData ? { [field]: value } : {});
  }
}

/** A message of the type that has a template for each channel. */
export function ofChannels(center: Center, channels: readonly string[], more: RawObject): RawObject {
  const all = JSON.parse(center.optional('CHANNELS_VALUES') ?? '{}') as RawObject;
  const paramValueJson = Object.fromEntries(channels.map((channel) => [channel, all[channel]]));
  const messageTypeCode = center.optional('CHANNELS_TYPE_CODE');
  return center.message({ messageTypeCode, sendType: channels, ...more }, { paramValueJson });
}
