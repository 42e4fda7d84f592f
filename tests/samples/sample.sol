pragma solidity ^0.8.0;
import {Base as B} from "./Base.sol";
interface Shape { function area(uint256 scale) external view returns (uint256); }
library Maths { function twice(uint a) internal pure returns (uint) { return a * 2; } }
contract Square is B, Shape {
    using Maths for uint256;
    enum Colour { Red, Green }
    struct Point { uint x; int y; }
    mapping(address => uint256[]) private table;
    uint public constant LIMIT = 3;
    event Changed(address indexed who, uint value);
    error Bad(uint code);
    modifier only(address who) { require(msg.sender == who, "no"); _; }
    constructor(uint side) B(side) payable { table[msg.sender].push(side); }
    function area(uint256 scale) external view override only(address(0)) returns (uint256) {
        for (uint i = 0; i < LIMIT; i++) { if (i == 2) continue; else break; }
        while (scale > 10) { scale -= 1 ether; }
        if (scale == 0) revert Bad({code: 1});
        (uint a, uint b) = (1, scale > 2 ? 2 : 3);
        return a.twice() + b;
    }
    receive() external payable { emit Changed(msg.sender, msg.value); delete table[msg.sender]; }
}
