import type { Status } from '@millrace/contract/vocabulary';

interface FeedProject {
  name: string;
  /** Status of the newest build. */
  status: Status;
  /** Status of the newest build that has finished, or of the first build. */
  lastStatus: Status;
  label: string;
  timeSec: number;
  webUrl: string;
}

/** Returns the XML feed of one project for CCMenu and similar programs. */
export function ccFeedXml(project: FeedProject): string {
  const attributes = {
    name: project.name,
    activity: activityOf(project.status),
    lastBuildStatus: lastStatusOf(project.lastStatus),
    lastBuildLabel: project.label,
    lastBuildTime: new Date(project.timeSec * 1000).toISOString().replace('.000Z', 'Z'),
    webUrl: project.webUrl,
  };
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(value)}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Projects><Project ${text.join(' ')}/></Projects>\n`;
}

function activityOf(status: Status): string {
  return status === 'pending' || status === 'running' ? 'Building' : 'Sleeping';
}

function lastStatusOf(status: Status): string {
  switch (status) {
    case 'success':
      return 'Success';
    case 'failure':
      return 'Failure';
    case 'error':
    case 'killed':
    case 'declined':
      return 'Exception';
    default:
      return 'Unknown';
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
