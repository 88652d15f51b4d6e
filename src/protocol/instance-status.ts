/** Whether an instance runs, is suspended, or how it ended; `terminated` and `revoked`: ended by an operation. */
export type InstanceStatus = 'running' | 'suspended' | 'ended' | 'terminated' | 'revoked';
