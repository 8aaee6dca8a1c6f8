/** The folders of the libraries without state. All suites of a process share their modules. */
const { join, sep } = require('node:path');

module.exports = ['common', 'anonymization'].map((lib) => join(__dirname, '../../libs', lib, 'src') + sep);
