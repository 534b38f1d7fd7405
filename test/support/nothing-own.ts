// Replaces the lists of src/own in tests of Reeve itself, so that a user's additions don't affect them.
export const ownVariables = {};
export const ownSystems = [];
export const ownActions = [];
export const ownReadBacks = {};
export const ownOperations = {};
export const ownHandlers = {};
export const ownAutomations = [];
export const ownSenders = [];
