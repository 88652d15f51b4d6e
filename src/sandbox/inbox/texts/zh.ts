/** 页面的全部中文文案；缺少任何一条都无法通过编译。 */
import type { Texts } from './en.ts';
import { zhTask } from './zh-task.ts';
import { zhTraffic } from './zh-traffic.ts';

export const zh: Texts = {
  product: '事务中心',
  productNote: '沙箱',
  skip: '跳到正文',
  mainNavigation: '主导航',
  nav: { inbox: '我的事务', traffic: '调用' },
  language: { switchTo: 'EN', label: 'Switch to English' },
  theme: { label: (theme) => `外观：${theme}，点击切换`, system: '跟随系统', light: '浅色', dark: '深色' },
  connection: { lost: '连接已断开，正在重试…' },
  loading: '加载中…',
  back: '返回列表',
  copy: '复制',
  copied: '已复制',
  and: '、',
  colon: '：',
  aside: (text) => `（${text}）`,
  justNow: '刚刚',

  account: {
    choose: '选择账号',
    current: (name) => `${name}，切换账号`,
    search: '搜索姓名或账号',
    none: '没有匹配的人员，请换个关键字。',
    pending: (count) => `待办 ${count}`,
    unread: (count) => `未读 ${count}`,
    idle: '暂无待办',
    locked: '已锁定',
    unknown: (account) => `账号 ${account} 不存在`,
    unknownHint: '当前沙箱的通讯录里没有此人，请选择其他账号。',
    welcome: '要查看谁的事务？',
    welcomeHint:
      '这是一个用于开发的事务中心，公司里的每个人都在这里查看和办理待办。您可以进入任何人的列表，并以其身份办理。',
    how: '运行方式',
    steps: [
      { title: '流程图决定步骤', text: '业务系统按照 BPMN 流程图运行流程，需要人处理时便停下等待。' },
      { title: '桥接送来任务', text: '桥接程序向事务中心报送轮到谁处理、有哪些按钮，列表中的任务由此而来。' },
      {
        title: '点击推动流程',
        text: '点击按钮后，调用经桥接程序回到流程，流程前进一步，后续任务自动出现。“调用”页可查看每一次调用。',
      },
    ],
  },

  lists: {
    label: '列表',
    pending: '待办',
    handled: '已办',
    initiated: '我发起的',
    messages: '消息',
    search: '在当前列表中搜索',
    searchShort: '搜索',
    clear: '清除搜索',
    entries: { pending: '待办任务', handled: '已办任务', initiated: '我发起的事务', messages: '我的消息' },
    from: (name) => `${name} 发起`,
    yours: '您的处理：',
    later: '之后',
    nowAt: (nodes) => `当前环节：${nodes}`,
    empty: {
      pending: { title: '暂无待办', hint: '有新的待办时会自动出现在这里。' },
      handled: { title: '暂无已办', hint: '任务办理完成后会自动移到这里。' },
      initiated: { title: '暂无发起的事务', hint: '以您的名义发起的流程都会列在这里。' },
      messages: { title: '暂无消息', hint: '流程发给您的通知会自动出现在这里。' },
    },
    noneFits: { title: '没有符合条件的记录', hint: '请换个关键字。' },
    pick: {
      task: { title: '请选择一个任务', hint: '这里会显示办理记录、流程图和可用操作。' },
      transaction: { title: '请选择一个事务', hint: '这里会显示事务进展和您可以进行的操作。' },
      message: { title: '请选择一条消息', hint: '打开消息即标为已读，电脑端与移动端同步。' },
    },
  },

  states: {
    pending: '待处理',
    suspended: '已挂起',
    partlySuspended: '部分挂起',
    handled: '已办理',
    terminated: '已终止',
    turned: '已转办',
    recalled: '已撤回',
    ended: '已结束',
    running: '进行中',
    concluded: '已办结',
    revoked: '已撤回',
  },

  ...zhTask,

  messages: {
    label: '消息',
    side: '查看方式',
    pc: '电脑端',
    mobile: '移动端',
    unread: '未读',
    important: '重要',
    readOn: (when, side) => `${when} ${side}已读`,
    onSide: { pc: '在电脑端', mobile: '在移动端' },
    link: '打开链接',
    files: '附件',
    about: (matter) => `相关事务：${matter}`,
    sender: (app) => `来自 ${app}`,
    gone: '消息不存在',
    goneHint: '沙箱可能已重新启动，列表中是现有的消息。',
    shared: '电脑端与移动端的已读状态保持一致。',
    bar: (count) => (count === 0 ? '通知栏' : `通知栏，${count} 条新通知`),
    barTitle: '通知栏',
    barNote: '企业移动应用在手机通知栏显示的内容，即消息的 SUPERAPP 渠道，事务中心不记录其已读状态。',
    barEmpty: '通知栏没有内容。',
  },

  failure: {
    unreachable: '沙箱没有响应',
    unreachableHint: '它还在运行吗？重新启动后，本页会自动恢复。',
    refused: '操作没有成功',
    retry: '重试',
  },

  traffic: zhTraffic,
};
