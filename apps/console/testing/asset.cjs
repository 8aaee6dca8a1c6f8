/** Stands for each style sheet and picture, which tests do not load. */
module.exports = { default: 'asset' };
