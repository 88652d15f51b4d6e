/** Whole and valid messages of the wire, as raw JSON values, for tests to change one field at a time. */
export type RawObject = Record<string, unknown>;

export const approve: RawObject = {
  name: 'Approve',
  type: 'HANDLE',
  url: 'https://bridge.example/tasks/t-2/approve',
  optType: 0,
  method: 'post',
  allowMerge: 1,
  nextNodeKey: 'archive',
};

export const takeBack: RawObject = {
  name: 'Take back',
  type: 'HANDLEDR',
  url: 'https://bridge.example/tasks/t-1/take-back',
  optType: '0',
  method: 'put',
  times: 1,
};

export const managerTask: RawObject = {
  handlers: 'bo,chen',
  nodeId: 'manager',
  nodeName: 'Manager decides',
  transTypeCode: 'leave',
  actions: [approve],
  autoCreateTransType: true,
  canDelegate: 1,
  handleUrl: 'https://app.example/t-2',
  viewUrl: 'https://app.example/t-2/view',
  mHandleUrl: 'https://m.example/t-2',
  mViewUrl: 'https://m.example/t-2/view',
  mhandleUrl: 'https://m.example/t-2',
  mviewUrl: 'https://m.example/t-2/view',
  initiator: 'anna',
  initiatorName: 'Anna',
  taskSummary: ['days|12'],
  transSummary: ['reason|holiday', 'from|2025-07-01'],
  timeOut: 48,
  serialNumber: 'L-7',
  taskId: 't-2',
  taskName: 'Leave of Anna',
  transTypeName: 'Leave',
  transcationName: 'Leave of Anna, 12 days',
  status: 'next',
};

export const applied: RawObject = {
  appId: 'hr',
  handler: 'anna',
  status: 'next',
  previousTaskId: 't-1',
  handleOpinions: 'please',
  handleStatus: 'Apply',
  handleTime: '2025-06-01 09:30:00',
  handlerName: 'Anna',
  next: [managerTask],
  previousActions: [takeBack],
};

export function without(object: RawObject, ...names: string[]): RawObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
