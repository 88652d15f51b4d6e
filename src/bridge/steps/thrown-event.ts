import { z } from 'zod';

/** What a step left for the message it threw: the input of its job. */
export const ThrownMessage = z.object({
  /** Undelivered without: nobody could be told from others. */
  correlationKey: z.string().nullable(),
  initiator: z.string(),
  initiatorName: z.string().nullable(),
});
export type ThrownMessage = z.infer<typeof ThrownMessage>;

/** The same for a signal, and for each of the parts its job is split into: one for all that hear it. */
export const ThrownSignal = z.object({
  businessKey: z.string().nullable(),
  initiator: z.string(),
  initiatorName: z.string().nullable(),
  /** Null before it is known who hears it. */
  target: z
    .union([z.object({ instanceId: z.string() }), z.object({ processId: z.string(), startNodeId: z.string() })])
    .nullable(),
});
export type ThrownSignal = z.infer<typeof ThrownSignal>;
