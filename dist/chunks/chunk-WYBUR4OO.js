import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var isNext=told=>"next"in told;function outcomeOf(told){if(isNext(told))throw new Error(`a story wanted to go on in the job ${told.next}, and there is none`);return told}export{isNext,outcomeOf};
