import * as z from 'zod';

/** Input of the job that delivers a thrown message. */
export const MessageJobInput = z.object({
  /** null: the message is not delivered, because its receiver cannot be identified. */
  correlationKey: z.string().nullable(),
  initiator: z.string(),
  initiatorName: z.string().nullable(),
});
export type MessageJobInput = z.infer<typeof MessageJobInput>;

/** Input of the job that delivers a thrown signal, and of the jobs for each receiver into which it is split. */
export const SignalJobInput = z.object({
  businessKey: z.string().nullable(),
  initiator: z.string(),
  initiatorName: z.string().nullable(),
  /** null: the receivers have not been determined yet. */
  target: z
    .union([z.object({ instanceId: z.string() }), z.object({ processId: z.string(), startNodeId: z.string() })])
    .nullable(),
});
export type SignalJobInput = z.infer<typeof SignalJobInput>;
