import {
  addBuildAccess,
  listBuildAccess,
  listBuildReaders,
  removeBuildAccess,
  removeBuildReader,
} from '../../../api/index.ts';
import { on } from './on.ts';

/** Other repositories that builds may read. */
export const buildAccessHandlers = [
  on(listBuildAccess, ({ state }) => state.buildAccess.targets),
  on(listBuildReaders, ({ state }) => state.buildAccess.readers),
  on(addBuildAccess, ({ state, params }) => {
    const added = { slug: params['*'], added_by: state.user?.login ?? '', created: 1 };
    state.buildAccess.targets = [...state.buildAccess.targets, added];
    return added;
  }),
  on(removeBuildAccess, ({ state, params }) => {
    const { targets } = state.buildAccess;
    state.buildAccess.targets = targets.filter(({ slug }) => slug !== params['*']);
  }),
  on(removeBuildReader, ({ state, params }) => {
    const { readers } = state.buildAccess;
    state.buildAccess.readers = readers.filter(({ slug }) => slug !== params['*']);
  }),
];
