import type { Log } from '../logger.ts';
import type { BridgeEvents, EmitEvent } from './events.ts';

type LoggedEvent = 'incident' | 'report.parked' | 'report.unconfirmed' | 'message.parked' | 'message.partial';

/** What a line says of each event that an operator has to hear of. */
const LOGGED: { readonly [Name in LoggedEvent]: (event: Parameters<BridgeEvents[Name]>[0], log: Log) => void } = {
  incident({ incidentId, instanceId, kind, subject, code, reason, cause }, log) {
    log('incident.raised', { incidentId, instanceId, kind, subject, code, reason, ...(cause !== null && { cause }) });
  },
  'report.parked': (event, log) => log('report.parked', { ...event }),
  'report.unconfirmed': (event, log) => log('report.unconfirmed', { ...event }),
  'message.parked': (event, log) => log('message.parked', { ...event }),
  'message.partial': ({ problems, ...event }, log) => log('message.partial', { ...event, problems: problems.length }),
};

/** Emits as before, and logs what needs an operator, whether or not the host listens to it. */
export function logEvents(emit: EmitEvent, log: Log): EmitEvent {
  const logging = <Name extends keyof BridgeEvents>(name: Name, event: Parameters<BridgeEvents[Name]>[0]): void => {
    if (name in LOGGED) LOGGED[name as LoggedEvent](event as never, log);
    emit(name, event);
  };
  return Object.assign(logging, { hasListener: emit.hasListener });
}
