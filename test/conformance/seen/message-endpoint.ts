import { expect } from 'vitest';
import { takes } from '../../../src/conformance/rules/message-calls.ts';
import { Center } from '../../support/inner/conformance.ts';
import { deliveriesOf, messageOf } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

const CHANNELS = ['SMS', 'MAIL', 'WECHAT', 'DINGTALK', 'WEBSITE', 'SUPERAPP'] as const;

export const messageEndpointSeen: SeenOf = {
  async 'What the service does, channels'(access) {
    await using other = await access.another({
      messageTypes: { NOTICE: { channels: CHANNELS, template: '{{text}}' } },
    });
    const center = new Center(other.variables);
    for (const channel of CHANNELS) {
      const sendId = await takes(center, { sendType: [channel] });
      expect(other.access.sentMessage(sendId)?.deliveries).toMatchObject([{ channel, account: 'bo' }]);
    }
  },

  'What the service does, WEBSITE'(access, sendId: string, center) {
    expect([messageOf(access, center, sendId), messageOf(access, center, sendId, 'mobile')]).toMatchObject([
      { isRead: false },
      { isRead: false },
    ]);
    access.readMessage(sendId, center.variables.ACCOUNT, 'mobile');
    expect(messageOf(access, center, sendId)).toMatchObject({ isRead: true });
  },

  'What the service does, SUPERAPP'(access, sendId: string, center) {
    expect(access.notifications(center.variables.ACCOUNT).map((each) => each.sendId)).toContain(sendId);
    expect(messageOf(access, center, sendId)).toBeUndefined();
    expect(messageOf(access, center, sendId, 'mobile')).toBeUndefined();
  },

  'Template rules, 2': (access, sendId: string, center) =>
    expect(messageOf(access, center, sendId)).toMatchObject({ text: 'a test' }),

  'Template rules, 3': (access, sendId: string) =>
    expect(access.sentMessage(sendId)?.deliveries.map(({ text }) => text)).toEqual([
      's: o',
      'Dear n, s was decided: o. r',
    ]),

  'Endpoint 1, rule 4': (access, sendId: string) =>
    expect(deliveriesOf(access, sendId)).toEqual(['SMS +15550102', 'MAIL bo@example.com']),
};
