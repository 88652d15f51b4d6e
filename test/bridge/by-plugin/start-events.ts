/** What starts the processes of a service that has no bridge: its own cron, and its own list of who waits for which event. */
import BpmnModdle from 'bpmn-moddle';

/** An event that starts a process. */
export type EventStart = {
  readonly processId: string;
  readonly startNodeId: string;
} & (
  | { readonly kind: 'message' | 'signal'; readonly name: string }
  | { readonly kind: 'timer'; readonly text: string }
);

interface Element {
  readonly $type: string;
  readonly id: string;
  readonly rootElements?: readonly Element[];
  readonly flowElements?: readonly Element[];
  readonly eventDefinitions?: readonly (Element & Definition)[];
}

interface Definition {
  readonly messageRef?: { readonly name: string };
  readonly signalRef?: { readonly name: string };
  readonly timeDuration?: { readonly body: string };
  readonly timeCycle?: { readonly body: string };
}

/** Reads the start events of a process from its diagram, as whoever wrote the service has read them there. */
export async function listEventStarts(processId: string, xml: string): Promise<readonly EventStart[]> {
  const { rootElement } = (await new BpmnModdle().fromXML(xml)) as unknown as { readonly rootElement: Element };
  const process = rootElement.rootElements?.find(({ id }) => id === processId);
  const starts = process?.flowElements?.filter(({ $type }) => $type === 'bpmn:StartEvent') ?? [];
  return starts.flatMap(({ id: startNodeId, eventDefinitions = [] }) =>
    eventDefinitions.flatMap(({ messageRef, signalRef, timeDuration, timeCycle }): EventStart[] => {
      const at = { processId, startNodeId };
      if (messageRef) return [{ ...at, kind: 'message', name: messageRef.name }];
      if (signalRef) return [{ ...at, kind: 'signal', name: signalRef.name }];
      const text = (timeDuration ?? timeCycle)?.body;
      return text === undefined ? [] : [{ ...at, kind: 'timer', text }];
    }),
  );
}

/** When a timer starts a process, in epoch milliseconds: as often as it says, each time as long after the one before. */
export function listDueTimes(text: string, deployedAt: number): number[] {
  const [, rounds = '1', days = '0', hours = '0'] = /^(?:R(\d+)\/)?P(?:(\d+)D)?(?:T(\d+)H)?$/.exec(text) ?? [];
  const every = (Number(days) * 24 + Number(hours)) * 3_600_000;
  if (every === 0) throw new Error(`this cron cannot read ${text}`);
  return Array.from({ length: Number(rounds) }, (_, index) => deployedAt + (index + 1) * every);
}
