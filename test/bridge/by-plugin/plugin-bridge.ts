import type { Bridge } from '../../../src/index.ts';
import type { ReportExplanation } from '../../../src/plugin/index.ts';

/** The methods of a bridge that such a service offers, too. */
export type PluginBridge = Pick<
  Bridge,
  | 'deploy'
  | 'start'
  | 'press'
  | 'transfer'
  | 'delegate'
  | 'addSigners'
  | 'recall'
  | 'sendBack'
  | 'sendBackTargets'
  | 'claim'
  | 'release'
  | 'circulate'
  | 'reassign'
  | 'suspend'
  | 'activate'
  | 'terminate'
  | 'revoke'
  | 'setVariables'
  | 'signal'
  | 'message'
  | 'fetch'
  | 'idle'
  | 'close'
> & {
  explain(instanceId: string): Promise<readonly ReportExplanation[]>;
  readonly tasks: Pick<Bridge['tasks'], 'get' | 'list'>;
  readonly instances: Pick<Bridge['instances'], 'get' | 'list'>;
  readonly incidents: { list(): Promise<readonly { readonly incidentId: string; readonly code: string }[]> };
  readonly outbox: {
    list(filter?: { instanceId?: string; state?: string }): Promise<readonly { readonly state: string }[]>;
  };
};
