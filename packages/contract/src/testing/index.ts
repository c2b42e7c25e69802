// Sample objects of the API for tests of every app. The product never imports this folder.
export {
  sampleDelivery,
  samplePersonalSubscription,
  sampleSubscription,
} from './notification-samples.ts';
export { nowSec } from './now-sec.ts';
export { recentBuild, recentBuilds, recentStage, recentStep } from './recent-samples.ts';
export {
  linesOf,
  numbered,
  readOnly,
  sampleBuild,
  sampleMember,
  sampleRepo,
  sampleStage,
  sampleStep,
  sampleUser,
} from './samples.ts';
